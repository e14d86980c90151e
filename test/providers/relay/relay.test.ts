import { describeProvider } from '../../support/provider-suite.ts'
import { relayCases } from './cases.ts'

describeProvider(relayCases)
