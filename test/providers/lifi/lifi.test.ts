import { describeProvider } from '../../support/provider-suite.ts'
import { lifiCases } from './cases.ts'

describeProvider(lifiCases)
