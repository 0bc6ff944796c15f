import { afterEach, describe, expect, it } from 'vitest'
import type { KeptDraft } from '../../../src/common/api/drafts'
import { openDrafts } from '../../../src/main/authoring/drafts'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { openWorkspace, type Workspace } from '../../contract/in-process'
import { failingFs } from '../../support/failing-fs'
import { withStore } from '../../support/workspace'

let workspace: Workspace | undefined
afterEach(() => workspace?.close())

const draft: KeptDraft = {
  session: 'b6c0a8b2-4d0e-4a53-9a4b-1f1f1f1f1f1f',
  workspace: 'w',
  path: '/acme/site/page.html',
  text: 'words',
  baseEtag: '"1"',
  baseText: 'word',
  sending: null,
  at: 1,
  browser: '11111111-1111-4111-8111-111111111111'
}

const call = async (method: string, session: string, body?: unknown) => {
  const request = new Request(`galley://app/app/drafts${session === '' ? '' : `/${session}`}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const answer = await workspace?.service.fetch(request, 'owner')
  const text = (await answer?.text()) ?? ''
  return { status: answer?.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

describe('drafts at the service', () => {
  it('E1 a window’s draft is kept on the disk of the workspace, listed and forgotten', async () => {
    workspace = await openWorkspace()
    expect(await call('PUT', draft.session, draft)).toEqual({ status: 200, body: { kept: 'disk' } })
    expect(await call('PUT', draft.session, { ...draft, text: 'more' })).toMatchObject({ status: 200 })
    expect((await call('GET', '')).body).toEqual([{ ...draft, text: 'more' }])
    expect((await call('DELETE', draft.session)).status).toBe(204)
    expect((await call('GET', '')).body).toEqual([])
  })

  it('E1 what is no draft, or of another session, is refused', async () => {
    workspace = await openWorkspace()
    const wrong = [
      { ...draft, path: '/../x' },
      { ...draft, session: '../x' },
      { ...draft, text: 1 },
      { ...draft, more: true }
    ]
    for (const body of wrong) expect((await call('PUT', draft.session, body)).status).toBe(400)
    expect((await call('PUT', 'other', draft)).status).toBe(400)
    expect((await call('GET', '')).body).toEqual([])
  })

  it('E1 P6 nobody sees, replaces or forgets the draft of somebody else', () =>
    withStore(async (store) => {
      const drafts = openDrafts(store)
      await drafts.put('ada@example.com', draft)
      await expect(drafts.put('bob@example.com', { ...draft, text: 'mine' })).rejects.toMatchObject({
        reason: 'exists'
      })
      await drafts.remove('bob@example.com', draft.session)
      expect(await drafts.list('bob@example.com')).toEqual([])
      expect(await drafts.list('ada@example.com')).toEqual([draft])
    }))

  it('E1 on a full disk it is kept in memory, which is told; with room it goes to the disk', async () => {
    const disk = failingFs(nodeFs)
    await withStore(
      async (store) => {
        const drafts = openDrafts(store)
        disk.failAt(1, 'ENOSPC', true)
        expect(await drafts.put('owner', draft)).toBe('memory')
        expect(await drafts.list('owner')).toEqual([draft])
        disk.stop()
        expect(await drafts.put('owner', { ...draft, text: 'more' })).toBe('disk')
        expect(await openDrafts(store).list('owner')).toEqual([{ ...draft, text: 'more' }])
      },
      { watch: false, fs: disk.fs }
    )
  })
})
