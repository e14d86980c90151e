import { describeProvider } from '../../../support/provider-suite.ts'
import { AFFILIATE_CASES } from './cases.ts'

describeProvider(AFFILIATE_CASES)
