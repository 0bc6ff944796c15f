import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { hashOfToken, newTokenText } from '../../src/main/callers/tokens/token-text'
import { createService } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import { openPostgres } from '../../src/main/store/postgres'
import { openDatabase, type Database } from '../../src/main/store/postgres/database'
import type { Store } from '../../src/main/store/types'
import { searchAnswer, type SearchAnswer } from '../../src/common/search/answer'
import { form } from '../contract/kit'
import { bytes, quickFolder, sparseWorkspace, until } from './workspace'

type Service = ReturnType<typeof createService>

/** A service that is asked, with the store below it. */
export interface Searched {
  readonly store: Store
  readonly service: Service
  /** @param token default: the owner asks */
  ask(q: string, more?: string, token?: string): Promise<SearchAnswer>
  close(): Promise<void>
}

export function searchedOver(store: Store, close: () => Promise<void>): Searched {
  const failures: unknown[] = []
  const service = createService({ store, appVersion: '0.0.0', notify: (line) => failures.push(line) })
  return {
    store,
    service,
    async ask(q, more = '', token) {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
      const request = new Request(
        `http://127.0.0.1/search${more}${more.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`,
        {
          headers
        }
      )
      const answer = await service.fetch(request, token === undefined ? 'owner' : 'anyone')
      const body: unknown = await answer.json()
      if (!answer.ok) throw new Error(JSON.stringify(body))
      return searchAnswer.parse(body)
    },
    async close() {
      await service.close()
      await store.close()
      await close()
    }
  }
}

export async function inFolder(now: () => number): Promise<Searched> {
  const folder = await sparseWorkspace(quickFolder())
  const store = await openStore({ folder, watch: false, now })
  return searchedOver(store, () => rm(folder, { recursive: true, force: true }))
}

/** One node of a workspace in a database. */
export async function inDatabase(
  url: string,
  workspace: string,
  now: () => number,
  watched: (database: Database) => Database = (database) => database
): Promise<Searched> {
  const database = openDatabase(url, { most: 6 })
  const store = await openPostgres({ database: watched(database), workspace, now })
  return searchedOver(store, () => database.close())
}

export const newWorkspace = (): string => randomUUID()

/** @returns a token of somebody with no rights but those of the permissions */
export async function tokenOf({ store }: Searched, email: string): Promise<string> {
  const token = newTokenText('access')
  const hash = hashOfToken(token)
  const record = { id: hash.slice(0, 12), kind: 'access' as const, hash, email, groups: [] }
  await tokensIn(store.records).put({ ...record, createdAt: Date.now() })
  return token
}

/** Permissions of an organization, as `path | who | actions`. */
export async function permit({ service }: Searched, org: string, rows: readonly string[]): Promise<void> {
  const data = ['CONFIG | root@example.com | write', ...rows].map((row) => {
    const [path = '', groups = '', actions = ''] = row.split('|').map((cell) => cell.trim())
    return { path, groups, actions }
  })
  await putConfig(service, `/${org}`, {
    ':names': ['data', 'permissions'],
    ':type': 'multi-sheet',
    data: { total: 0, data: [] },
    permissions: { total: data.length, data }
  })
}

/** The address by which readers have a site. */
export const nameHost = ({ service }: Searched, site: string, host: string): Promise<void> =>
  putConfig(service, site, {
    ':type': 'sheet',
    ':sheetname': 'data',
    total: 1,
    data: [{ key: 'cdn.prod.host', value: host }]
  })

async function putConfig(service: Service, of: string, config: object): Promise<void> {
  const { body, headers } = form([{ name: 'config', value: JSON.stringify(config) }])
  const reply = await service.fetch(
    new Request(`galley://app/config${of}`, {
      method: 'POST',
      ...(headers && { headers }),
      body: body ?? bytes('')
    }),
    'owner'
  )
  if (reply.status !== 201) throw new Error(await reply.text())
}

export const isWhole = (searched: Searched): Promise<unknown> =>
  until(async () => (await searched.ask('kind:page')).state.kind === 'complete')

/** What is told, without what each workspace has of its own. @param isAnyOrder the order counts for nothing */
export function toldIn({ next, hits, ...answer }: SearchAnswer, isAnyOrder: boolean): unknown {
  const told = hits.map(({ id: _id, ...hit }) => hit)
  if (isAnyOrder) told.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return { ...answer, goesOn: next !== undefined, hits: told }
}
