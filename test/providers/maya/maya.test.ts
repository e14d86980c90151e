import { describeProvider } from '../../support/provider-suite.ts'
import { MAYA_CASES } from './cases.ts'

describeProvider(MAYA_CASES)
