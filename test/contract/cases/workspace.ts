import { describe, expect, it } from 'vitest'
import type { WorkspaceInfo } from '../../../src/common/api/types'
import { expectRefusal, json, jsonParts, useTransport } from '../kit'
import type { Transport } from '../transport'

export function workspaceCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('workspace', () => {
    it('A1 tells what is open', async () => {
      const info = json<WorkspaceInfo>(await kit().send('GET', '/app/workspace'))
      expect(info).toMatchObject({ serviceFolder: 'galley', problems: [] })
      expect(info.id.length).toBeGreaterThan(8)
      expect(info.appVersion).toMatch(/^\d+\.\d+\.\d+/)
    })

    it('A1 an owner without name or e-mail is refused, whoever asks', async () => {
      for (const owner of [
        { name: '', email: 'a@b.c' },
        { name: 'A', email: 'nobody' },
        { name: 'A' },
        null,
        'x'
      ]) {
        const reply = await kit().send('PUT', '/app/workspace', jsonParts({ owner }))
        if (reply.status !== 403) expectRefusal(reply, 400, 'bad-request')
      }
      const reply = await kit().send('POST', '/app/workspace')
      expectRefusal(reply, 405, 'not-allowed')
    })
  })
}
