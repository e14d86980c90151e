import { describeProvider } from '../../support/provider-suite.ts'
import { THORCHAIN_CASES } from './cases.ts'

describeProvider(THORCHAIN_CASES)
