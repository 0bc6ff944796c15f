import { afterEach, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { localConfigs } from '../../../src/main/sync/config-sides'
import { contentOf } from '../../../src/main/sync/content'
import { sha256 } from '../../../src/main/sync/local-store'
import { openWorkspace, type Workspace } from '../../contract/in-process'
import { bytes, form } from '../../contract/kit'
import { owner } from '../../contract/people'

let workspace: Workspace | undefined
afterEach(() => workspace?.close())

it('C2 Y13 to a sync a deleted config is not there, and one that comes from the server takes its place', async () => {
  workspace = await openWorkspace()
  const { send } = owner(workspace)
  const text = '{":type":"sheet",":sheetname":"data","total":0,"data":[]}'
  await send('POST', '/config/acme/site', form([{ name: 'config', value: text }]))
  const side = localConfigs(workspace.store, contentPath('/acme/site'), () => ({ email: 'sync@example.com' }))
  expect((await side.scan()).files).toHaveLength(1)
  expect((await send('DELETE', '/config/acme/site')).status).toBe(204)
  expect((await side.scan()).files).toEqual([])
  expect(await side.read('/.json')).toBeNull()
  const next = bytes(`${text} `)
  expect(await side.write('/.json', contentOf(next, sha256(next)), { expect: 'other' })).toBeNull()
  expect(await side.write('/.json', contentOf(next, sha256(next)), { expect: null })).not.toBeNull()
  const read = await send('GET', '/config/acme/site')
  expect([read.status, new TextDecoder().decode(read.body)]).toEqual([200, `${text} `])
})
