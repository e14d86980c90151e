import { describeProvider } from '../../support/provider-suite.ts'
import { cases } from './cases.ts'

describeProvider(cases)
