import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

// what commands of a test trust is not what the person of this computer trusts
const state = mkdtempSync(join(tmpdir(), 'galley-state-'))
process.env['XDG_STATE_HOME'] = state
const temporary = process.env['TMPDIR']
afterAll(() => {
  rmSync(state, { recursive: true, force: true })
  // a test about disks has chosen a real one (`onRealDisk`)
  if (temporary === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = temporary
})
