import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

// what commands of a test trust is not what the person of this computer trusts
const state = mkdtempSync(join(tmpdir(), 'galley-state-'))
process.env['XDG_STATE_HOME'] = state
afterAll(() => rmSync(state, { recursive: true, force: true }))
