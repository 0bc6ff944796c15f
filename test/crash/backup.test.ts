import { spawn } from 'node:child_process'
import { lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { faultsIn, openArchive } from '../../src/main/backup'
import { examine } from '../../src/main/store/doctor'
import { backedUp, everythingIn, fill, inWorkspace, withPlaces } from '../support/backup'
import { bundleProgram } from '../support/bundle'
import { onRealDisk } from '../support/workspace'

onRealDisk()

/** At how many moments each is killed. */
const KILLS = Number(process.env['GALLEY_BACKUP_KILLS'] ?? 6)

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-backup.ts')
})

/** Runs it and kills it when it has said so many lines. @returns whether it came to its end before */
async function killedAfter(lines: number, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  let heard = 0
  let isDone = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('failed')) throw new Error(line)
    isDone ||= line === 'done'
    if (++heard === lines) child.kill('SIGKILL')
  }
  await ended
  return isDone
}

/** How many lines it says when nobody kills it. */
async function linesOf(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let heard = 0
  for await (const line of createInterface({ input: child.stdout })) if (line !== '') heard++
  return heard
}

test(
  'BK1 BK2 a backup that is killed at any moment leaves no zip, and the workspace as it was; the next one tidies up',
  { timeout: 180_000 },
  () =>
    withPlaces(async ({ workspace, target, folder }) => {
      const before = await inWorkspace(workspace, async (store) => {
        await fill(store)
        return everythingIn(store)
      })
      await mkdir(join(folder, 'first'))
      const lines = await linesOf(['backup', workspace, join(folder, 'first')])
      for (let kill = 1; kill <= KILLS; kill++) {
        const isDone = await killedAfter(Math.ceil((kill * (lines - 1)) / KILLS), [
          'backup',
          workspace,
          target
        ])
        const zips = (await readdir(target)).filter((name) => name.endsWith('.zip'))
        // the last blow may come after its name was given
        if (!isDone && kill < KILLS) expect(zips).toEqual([])
      }
      expect((await examine(workspace)).findings.filter(({ kind }) => kind === 'damage')).toEqual([])
      const { file } = await inWorkspace(workspace, async (store) => {
        expect(await everythingIn(store)).toEqual(before)
        return backedUp(store, target)
      })
      expect((await readdir(target)).filter((name) => !name.endsWith('.zip'))).toEqual([])
      const archive = await openArchive(file)
      expect(await faultsIn(archive)).toEqual([])
      archive.close()
    })
)

test(
  'BK4 a restore that is killed at any moment leaves no workspace at its place; the next one makes it whole',
  { timeout: 180_000 },
  () =>
    withPlaces(async ({ workspace, target, restored, folder }) => {
      const [before, { file }] = await inWorkspace(workspace, async (store) => {
        await fill(store)
        return [await everythingIn(store), await backedUp(store, target)] as const
      })
      const lines = await linesOf(['restore', file, join(folder, 'first')])
      for (let kill = 1; kill < KILLS; kill++) {
        await killedAfter(Math.ceil((kill * (lines - 2)) / KILLS), ['restore', file, restored])
        await expect(lstat(restored)).rejects.toMatchObject({ code: 'ENOENT' })
      }
      expect(await linesOf(['restore', file, restored])).toBe(lines)
      expect(await inWorkspace(restored, everythingIn)).toEqual(before)
      expect((await readdir(folder)).sort()).toEqual(['first', 'restored', 'target', 'work'])
    })
)
