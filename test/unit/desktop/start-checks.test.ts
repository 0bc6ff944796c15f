import { describe, expect, it } from 'vitest'
import { debugSwitches, ownArguments, rootWarning } from '../../../src/main/desktop/start-checks'

describe('a start of the app', () => {
  it('LI6 takes its own arguments, from a checkout and installed', () => {
    expect(ownArguments(['/opt/Galley/galley', '--', '/w'], true, '/opt/Galley')).toEqual(['--', '/w'])
    const checkout = ['electron', '-r', '/hold.cjs', '--no-sandbox', '/code/galley', '--new-window', '/w']
    expect(ownArguments(checkout, false, '/code/galley')).toEqual([
      '-r',
      '--no-sandbox',
      '--new-window',
      '/w'
    ])
    expect(ownArguments(['electron', '.', '--', '/code/galley'], false, process.cwd())).toEqual([
      '--',
      '/code/galley'
    ])
  })

  it('LI6 says in one sentence that an installed app is not for root', () => {
    expect(rootWarning(true, 'linux', 0)).toMatch(/^Galley runs as root, .+\.$/)
    expect(rootWarning(true, 'linux', 1000)).toBeNull()
    expect(rootWarning(false, 'linux', 0)).toBeNull()
    expect(rootWarning(true, 'win32', undefined)).toBeNull()
    expect(debugSwitches).toContain('remote-debugging-port')
  })
})
