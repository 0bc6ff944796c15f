import { describe } from 'vitest'
import { inProcess } from './in-process'
import { contractSuite } from './suite'

describe('in process', () => contractSuite(inProcess))
