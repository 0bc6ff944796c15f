import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GalleyError } from '../../../src/common/errors'
import { backUp, restoreBackup } from '../../../src/main/backup'
import { workspaceIdIn } from '../../../src/main/store'
import { openWorkspace } from '../../../src/main/trust'
import { machineTrust } from '../../../src/main/trust/machine-trust'
import { trustFile } from '../../../src/main/trust/trust-file'
import { examine } from '../../../src/main/store/doctor'
import { backedUp, everythingIn, fill, inWorkspace, restoredFrom, withPlaces } from '../../support/backup'

test('BK1 BK4 a restored workspace has everything that was backed up: contents, histories, trash, settings, ids', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    const [before, backup] = await inWorkspace(workspace, async (store) => {
      await fill(store)
      return [await everythingIn(store), await backedUp(store, target)] as const
    })
    expect(backup.leftOut).toEqual([])
    const { findings } = await restoredFrom(backup, restored)
    expect(findings).toEqual([])
    expect(await inWorkspace(restored, everythingIn)).toEqual(before)
    expect((await examine(restored)).findings).toEqual([])
  }))

test('BK1 BK4 a workspace of an older Galley, without second copies and checksums, is backed up and restored whole', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    const before = await inWorkspace(workspace, async (store) => {
      await fill(store)
      return everythingIn(store)
    })
    const record = join(workspace, '.galley/workspace.json')
    const { format, id } = JSON.parse(await readFile(record, 'utf8')) as { format: number; id: string }
    await writeFile(record, JSON.stringify({ format, id }))
    for (const name of [
      'workspace.copy.json',
      'index-seal.json',
      'versions.log',
      'documents/settings.copy.json'
    ])
      await rm(join(workspace, '.galley', name))
    const backup = await inWorkspace(workspace, (store) => backedUp(store, target))
    expect((await restoredFrom(backup, restored)).findings).toEqual([])
    expect(await inWorkspace(restored, everythingIn)).toEqual(before)
    expect(await workspaceIdIn(restored)).toBe(id)
  }))

test('BK2 a backup or restore that is stopped ends at once with nothing left, and the workspace goes on', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    await inWorkspace(workspace, async (store) => {
      await fill(store)
      for (const phase of ['writing', 'checking']) {
        const stop = new AbortController()
        const work = backUp(store.folder, target, {
          galley: '0.0.0',
          signal: stop.signal,
          onProgress: (far) => far.phase === phase && stop.abort(new GalleyError('cancelled', 'Stopped.'))
        })
        await expect(work).rejects.toMatchObject({ reason: 'cancelled' })
        expect(await readdir(target)).toEqual([])
      }
      const { file } = await backedUp(store, target)
      const stop = new AbortController()
      const work = restoreBackup(file, restored, {
        signal: stop.signal,
        onProgress: (far) => far.phase === 'writing' && stop.abort(new GalleyError('cancelled', 'Stopped.'))
      })
      await expect(work).rejects.toMatchObject({ reason: 'cancelled' })
      expect((await readdir(join(target, '..'))).sort()).toEqual(['target', 'work'])
    })
  }))

test('BK5 T1 a restored workspace keeps its id and is not trusted, though the one it was made of is', () =>
  withPlaces(async ({ target, restored, folder }) => {
    const trust = machineTrust(
      trustFile(join(folder, 'trust.json'), () => undefined),
      null
    )
    const open = (at: string) => openWorkspace(at, { trust, notify: () => undefined, watch: false })
    const first = await open(join(folder, 'made here'))
    const backup = await backedUp(first.store, target)
    await restoredFrom(backup, restored)
    const second = await open(restored)
    expect(second.identity.id).toBe(first.identity.id)
    expect([first.isTrusted, second.isTrusted]).toEqual([true, false])
    await Promise.all([first.store.close(), second.store.close()])
  }))
