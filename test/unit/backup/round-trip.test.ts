import { expect, test } from 'vitest'
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
