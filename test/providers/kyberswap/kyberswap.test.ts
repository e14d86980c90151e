import { describeProvider } from '../../support/provider-suite.ts'
import { kyberswapCases } from './cases.ts'

describeProvider(kyberswapCases)
