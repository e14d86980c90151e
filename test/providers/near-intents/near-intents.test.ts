import { describeProvider } from '../../support/provider-suite.ts'
import { cases } from './cases.ts'
import { cases as keyedCases } from './keyed/cases.ts'

describeProvider(cases)
describeProvider(keyedCases)
