import type { Workspace } from './in-process'
import { bytes, form } from './kit'
import { makeToken } from './over-http'
import type { Reply, RequestParts } from './transport'
import { replyOf } from './transport'

/** One caller of a service in process. */
export interface Asker {
  send(method: string, path: string, parts?: RequestParts): Promise<Reply>
}

/** Somebody with a token. */
export async function person(
  { location, service }: Workspace,
  email: string,
  groups: readonly string[] = []
): Promise<Asker & { readonly token: string }> {
  const token = await makeToken(location, { email, groups: [...groups] })
  return { token, ...withTokens(service, token) }
}

/** A request with these tokens in one header. */
export function withTokens(service: Workspace['service'], ...tokens: readonly string[]): Asker {
  return {
    send: async (method, path, { headers, body } = {}) =>
      replyOf(
        await service.fetch(
          new Request(`http://127.0.0.1${path}`, {
            method,
            headers: { ...headers, Authorization: `Bearer ${tokens.join(', ')}` },
            ...(body === undefined ? {} : { body })
          }),
          'anyone'
        )
      )
  }
}

export function owner({ service }: Workspace): Asker {
  return {
    send: async (method, path, parts = {}) =>
      replyOf(await service.fetch(new Request(`galley://app${path}`, { method, ...parts }), 'owner'))
  }
}

/** Rows as `path | groups | actions`. */
export async function setPermissions(
  workspace: Workspace,
  org: string,
  rows: readonly string[]
): Promise<void> {
  const data = ['CONFIG | root@example.com | write', ...rows].map((row) => {
    const [path = '', groups = '', actions = ''] = row.split('|').map((cell) => cell.trim())
    return { path, groups, actions }
  })
  const config = {
    ':names': ['data', 'permissions'],
    ':type': 'multi-sheet',
    data: { total: 0, data: [] },
    permissions: { total: data.length, data }
  }
  const reply = await owner(workspace).send(
    'POST',
    `/config/${org}`,
    form([{ name: 'config', value: JSON.stringify(config) }])
  )
  if (reply.status !== 201) throw new Error(new TextDecoder().decode(reply.body))
}

export async function writePage(asker: Asker, path: string, content = 'words'): Promise<Reply> {
  return asker.send('PUT', `/source${path}`, {
    headers: { 'Content-Type': 'text/html' },
    body: bytes(content)
  })
}
