import { describe } from 'vitest'
import { tokenCases } from './cases/tokens'
import { inProcess } from './in-process'
import { contractSuite } from './suite'

describe('in process', () => {
  contractSuite(inProcess)
  // the owner's alone: not of a caller with a token
  tokenCases(inProcess)
})
