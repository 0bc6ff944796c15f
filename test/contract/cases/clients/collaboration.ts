import { describe, expect, it } from 'vitest'
import { dataForm, page, text, useTransport } from '../../kit'
import type { Transport } from '../../transport'

/** What a worker does through which several people edit one page: it asks for the rights, and saves for all of them. */
export function collaborationCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('the collaboration worker', () => {
    const save = (path: string, content: string, headers: Record<string, string> = { 'If-Match': '*' }) => {
      const parts = dataForm(content)
      return kit().send('PUT', `/source${path}`, {
        ...parts,
        headers: { ...parts.headers, 'X-DA-Initiator': 'collab', ...headers }
      })
    }
    /** Whether its people may write: it asks once, when the first of them comes. */
    const mayWrite = async (path: string) => {
      const { status, headers } = await kit().send('HEAD', `/source${path}`)
      const [, actions = ''] = headers['x-da-actions']?.split('=') ?? []
      return [status, actions.split(',').includes('write')]
    }

    it('P7 may write where its people may, also what is not there yet', async () => {
      const { put, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      expect(await mayWrite(path)).toEqual([404, true])
      await put(path, page('one'))
      expect(await mayWrite(path)).toEqual([200, true])
    })

    it('V3 VR5 its saves are one editing session, which keeps what it found as Collab Parse', async () => {
      const { put, get, send, versions, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      await put(path, page('found'))
      for (const word of ['one', 'two', 'three']) expect((await save(path, page(word))).status).toBe(200)
      expect(text(await get(path))).toBe(page('three'))
      const [kept, ...more] = await versions(path)
      expect([kept?.label, more]).toEqual(['Collab Parse', []])
      expect(text(await send('GET', kept?.url ?? ''))).toBe(page('found'))
    })

    it('V5 emptying the page keeps a Restore Point, and a page that is gone is not made again', async () => {
      const { put, send, versions, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      await put(path, page('found'))
      await save(path, page('one'))
      await save(path, page(''))
      expect((await versions(path)).map(({ label }) => label)).toEqual(['Restore Point', 'Collab Parse'])
      await send('DELETE', `/source${path}`)
      expect((await save(path, page('late'))).status).toBe(412)
      expect((await send('HEAD', `/source${path}`)).status).toBe(404)
    })

    it('V3 what somebody else saved between two of its saves is kept', async () => {
      const { put, versions, send, freshSite } = kit()
      const path = `${freshSite()}/page.html`
      await save(path, page('one'), {})
      await put(path, page('by a script'))
      await save(path, page('two'))
      const kept = await Promise.all(
        (await versions(path)).map(async ({ url }) => text(await send('GET', url)))
      )
      expect(kept).toEqual([page('by a script'), page('one')])
    })
  })
}
