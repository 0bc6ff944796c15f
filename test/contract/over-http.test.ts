import { describe } from 'vitest'
import { overHttp } from './over-http'
import { contractSuite } from './suite'

describe('over HTTP', () => contractSuite(overHttp))
