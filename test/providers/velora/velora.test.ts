import { describeProvider } from '../../support/provider-suite.ts'
import { veloraCases } from './cases.ts'

describeProvider(veloraCases)
