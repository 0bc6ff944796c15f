import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupCommand } from '../../../src/main/cli/backup'
import { restoreCommand } from '../../../src/main/cli/restore'
import { runCommand } from '../../../src/main/cli/run'
import { everythingIn, fill, inWorkspace, withPlaces } from '../../support/backup'

const commands = [backupCommand, restoreCommand].map((command) => ({
  name: command.name,
  load: () => Promise.resolve(command)
}))

async function galley(...args: string[]) {
  const out: string[] = []
  const told: string[] = []
  const terminal = {
    out: (line: string) => void out.push(line),
    notify: (line: string) => void told.push(line)
  }
  return { code: await runCommand(commands, args, terminal, '0'), out, told: told.join('\n') }
}

test('L7 BK2 backup writes and checks a zip, --verify names what is damaged in it, restore makes a workspace of it', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    const before = await inWorkspace(workspace, async (store) => {
      await fill(store)
      const busy = await galley('backup', '--data', workspace, '--to', target)
      expect([busy.code, busy.told]).toEqual([1, expect.stringContaining('has this workspace open')])
      return everythingIn(store)
    })
    const made = await galley('backup', '--data', workspace, '--to', target)
    expect([made.code, made.told]).toEqual([0, expect.stringContaining('backed up and checked')])
    const [file = ''] = made.out
    expect((await galley('backup', '--verify', file)).out.at(-1)).toBe('all is well')
    const back = await galley('restore', '--backup', file, '--to', restored)
    expect([back.code, back.out]).toEqual([0, [restored]])
    expect(await inWorkspace(restored, everythingIn)).toEqual(before)
    expect((await galley('restore', '--backup', file, '--to', restored)).code).toBe(1)

    const whole = await readFile(file)
    whole[whole.indexOf(Buffer.alloc(50, 2))] = 9
    const damaged = join(target, 'damaged.zip')
    await writeFile(damaged, whole)
    const found = await galley('backup', '--verify', damaged)
    expect(found.code).toBe(1)
    expect(found.out.join('\n')).toContain('content/o/s/img/picture.png')
    expect((await galley('backup', '--verify', damaged, '--data', workspace)).code).toBe(2)
  }))
