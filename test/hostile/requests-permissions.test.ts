import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bounds } from '../../src/common/bounds'
import { contentPath } from '../../src/common/content/paths'
import type { Workspace } from '../contract/in-process'
import { openWorkspace } from '../contract/in-process'

/** Permissions sheets that would make everybody's requests slow. */

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace()
})
afterEach(() => workspace.close())

const ask = (path: string, init: RequestInit = {}) =>
  workspace.service.fetch(new Request(`http://127.0.0.1${path}`, init), 'owner')

function config(rows: readonly object[]): FormData {
  const form = new FormData()
  const data = [{ path: 'CONFIG', groups: 'admin@example.com', actions: 'write' }, ...rows]
  form.set(
    'config',
    JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: data.length, data })
  )
  return form
}

const rule = (at: number, groups = 'x@example.com') => ({ path: `/site/f-${at}/**`, groups, actions: 'read' })

describe('a permissions sheet', () => {
  it('P2 X9 it has as many rows as it may, or is not stored and the one before stays', async () => {
    const rows = (count: number) => Array.from({ length: count - 1 }, (_, at) => rule(at))
    const post = (count: number) => ask('/config/org', { method: 'POST', body: config(rows(count)) })
    expect((await post(bounds.permissions.rows)).status).toBe(201)
    const refused = await post(bounds.permissions.rows + 1)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({
      reason: 'too-large',
      error: expect.stringContaining('50,000 rows')
    })
    const stored = (await (await ask('/config/org')).json()) as { data: readonly unknown[] }
    expect(stored.data).toHaveLength(bounds.permissions.rows)
  })

  it('P1 X9 one that another program made too large lets nobody in but the owner', async () => {
    const rows = Array.from({ length: bounds.permissions.rows + 1 }, (_, at) => rule(at))
    const text = JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', data: rows })
    await workspace.store.write(contentPath('/.config/org.json'), new TextEncoder().encode(text), {
      by: { email: 'a@example.com' }
    })
    const answer = await ask('/app/access/org/site/f-1/a.html?email=x@example.com')
    expect(await answer.json()).toMatchObject({ actions: [] })
  })
})
