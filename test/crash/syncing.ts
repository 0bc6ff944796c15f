import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SyncConflict, SyncConflictDetail, SyncFiles, SyncOverview } from '../../src/common/sync'

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** A Galley that is asked over HTTP or through its window, and whose folder is looked at. */
export abstract class Syncing {
  constructor(
    readonly name: string,
    readonly folder: string
  ) {}

  /** As its owner. @param ifMatch the ETag that it must still have. Rejects when it is killed meanwhile. */
  abstract ask(
    method: string,
    path: string,
    body?: BodyInit,
    type?: string,
    ifMatch?: string | null
  ): Promise<Response>

  abstract start(): Promise<void>

  abstract end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.ask(
      method,
      path,
      body && JSON.stringify(body),
      body ? 'application/json' : undefined
    )
    if (!answer.ok) throw new Error(`${this.name} ${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async pairId(): Promise<string> {
    return (await this.overview()).pairs[0]?.id ?? ''
  }

  overview(): Promise<SyncOverview> {
    return this.json('GET', '/sync')
  }

  /** A whole run, with a yes to every deletion. @returns what it did and what is left */
  async run(): Promise<{ deeds: number; failures: readonly string[]; files: SyncFiles }> {
    const id = await this.pairId()
    const pairNow = async () => (await this.overview()).pairs[0]
    const idle = async () => {
      for (;;) {
        const pair = await pairNow()
        if (pair && pair.status.state !== 'running') return pair.status
        await new Promise((done) => setTimeout(done, 20))
      }
    }
    const held = (await idle()).last?.held
    await this.json('POST', `/sync/pairs/${id}/run`, {
      approved: [...(held?.local ?? []), ...(held?.remote ?? [])]
    })
    const { last } = await idle()
    const files = await this.json<SyncFiles>('GET', `/sync/pairs/${id}/files`)
    return {
      deeds: Object.values(last?.counts ?? {}).reduce((sum, count) => sum + count, 0),
      failures: (last?.failures ?? []).map(({ path, reason, message }) => `${path} ${reason} ${message}`),
      files
    }
  }

  async conflicts(): Promise<SyncConflict[]> {
    return this.json('GET', `/sync/pairs/${await this.pairId()}/conflicts`)
  }

  async conflict(key: string, choices: Record<string, string> = {}): Promise<SyncConflictDetail> {
    return this.json('POST', `/sync/pairs/${await this.pairId()}/conflict`, { key, choices })
  }

  /** As a person does, who looks again where the file has changed since they looked. */
  async decide(key: string, request: 'local' | 'remote'): Promise<void> {
    while (!(await this.isDecided(key, request)));
  }

  private async isDecided(key: string, request: 'local' | 'remote'): Promise<boolean> {
    const shown = await this.conflict(key)
    let choices = Object.fromEntries(
      shown.conflicts.map(({ id, choices: may }) => [
        id,
        may.includes(request) ? request : (may[0] ?? 'local')
      ])
    )
    // a choice may open a question that was not there before
    for (
      let next = await this.conflict(key, choices);
      next.open > 0;
      next = await this.conflict(key, choices)
    )
      choices = {
        ...choices,
        ...Object.fromEntries(
          next.conflicts.map(({ id, choices: may }) => [id, choices[id] ?? may[0] ?? 'local'])
        )
      }
    const decision = JSON.stringify({ key, choices, state: shown.state, keepBoth: false })
    const path = `/sync/pairs/${await this.pairId()}/decision`
    const answer = await this.ask('POST', path, decision, 'application/json')
    if (!answer.ok && answer.status !== 412)
      throw new Error(`${this.name} POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer.ok
  }

  /** Path → sha256 of everything in the site and of its configs. */
  async tree(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const root of ['acme/site', '.config/acme'])
      for (const [path, bytes] of await filesBelow(join(this.folder, 'content', root)))
        // what a killed save left behind is swept by the store, and no file of anybody's
        if (!/\/\.galley-[^/]*\.tmp$/.test(path)) found.set(`/${root}${path}`, sha256(bytes))
    return found
  }

  /** Every content that somebody can have again, by its hash: it is current, a version, a side of a conflict or decision, or in the trash. */
  async kept(): Promise<Map<string, Uint8Array>> {
    const kept = new Map<string, Uint8Array>()
    const named = new Set<string>()
    const whole = new Map<string, Uint8Array>()
    for (const [, bytes] of await filesBelow(join(this.folder, 'content'))) kept.set(sha256(bytes), bytes)
    for (const [path, bytes] of await filesBelow(join(this.folder, '.galley'))) {
      if (/^\/(blobs|current)\//.test(path) || path.endsWith('/content')) whole.set(sha256(bytes), bytes)
      else for (const hash of namedIn(path, Buffer.from(bytes).toString())) named.add(hash)
    }
    for (const [hash, bytes] of whole) if (named.has(hash)) kept.set(hash, bytes)
    return kept
  }
}

/** Hashes of contents that a record leads to. That a content was current once leads nobody to it. */
function namedIn(path: string, text: string): readonly string[] {
  const hashesIn = (of: string) => of.match(/\b[0-9a-f]{64}\b/g) ?? []
  const lines = text.split('\n')
  if (path === '/versions.log' || path.startsWith('/files/'))
    return lines.filter((line) => line.includes('"event":"version"')).flatMap(hashesIn)
  if (path.startsWith('/trash/')) return hashesIn(text)
  if (!path.startsWith('/sync/')) return []
  // the last line about a file counts
  const last = new Map(lines.map((line) => [/"key":"([^"]+)"/.exec(line)?.[1] ?? '', line]))
  return [...last.values()].flatMap((line) => hashesIn(/"needs":\[[^\]]*\]/.exec(line)?.[0] ?? ''))
}

async function filesBelow(folder: string): Promise<[string, Uint8Array][]> {
  const found: [string, Uint8Array][] = []
  const look = async (at: string): Promise<void> => {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true }).catch(() => [])) {
      const path = `${at}/${entry.name}`
      if (entry.isDirectory()) await look(path)
      else found.push([path, await readFile(join(folder, path))])
    }
  }
  await look('')
  return found
}
