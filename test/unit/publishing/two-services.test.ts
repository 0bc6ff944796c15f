import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createService, type Service } from '../../../src/main/service'
import type { Store } from '../../../src/main/store/types'
import { openMemoryStore } from '../../support/memory-store'
import { ada, bytes, p, until } from '../../support/workspace'

let store: Store
let gate: { readonly open: () => void; readonly passed: Promise<void> }
let one: Service
let other: Service

beforeEach(async () => {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  gate = { open, passed }
  const memory = openMemoryStore()
  for (const name of ['a', 'b', 'c'])
    await memory.write(p(`/o/s/${name}.html`), bytes(`<main><p>${name}</p></main>`), { by: ada })
  store = {
    ...memory,
    published: {
      get: (...args) => memory.published.get(...args),
      list: (...args) => memory.published.list(...args),
      any: (...args) => memory.published.any(...args),
      remove: (...args) => memory.published.remove(...args),
      movedTo: (...args) => memory.published.movedTo(...args),
      leftFor: (...args) => memory.published.leftFor(...args),
      read: (...args) => memory.published.read(...args),
      openRead: (...args) => memory.published.openRead(...args),
      put: (...args) => memory.published.put(...args),
      keep: async (path) => {
        await gate.passed
        return memory.published.keep(path)
      }
    }
  }
  const options = { store, appVersion: '0.0.0', syncs: false }
  one = createService(options)
  other = createService(options)
})

afterEach(async () => {
  gate.open()
  await Promise.all([one.close(), other.close()])
  await store.close()
})

const ask = async (service: Service, method: string, path: string, body?: unknown) => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const headers = { 'Content-Type': 'application/json' }
  return service.fetch(new Request(`galley://app${path}`, { ...init, headers }), 'owner')
}

async function begun(): Promise<string> {
  const answer = await ask(one, 'POST', '/publish/live/o/s/main/*', { paths: ['/*'] })
  expect(answer.status).toBe(202)
  const { job } = (await answer.json()) as { job: { name: string } }
  return `/publish/job/o/s/main/publish/${job.name}`
}

const stateOf = async (service: Service, job: string) =>
  (await (await ask(service, 'GET', job)).json()) as { state: string; cancelled?: boolean; error?: string }

describe('two services over one store', () => {
  it('U3 a job of one runs for the other too, and is no job that was cut off', async () => {
    const job = await begun()
    await until(async () => (await stateOf(one, job)).state === 'running')
    const seen = await stateOf(other, job)
    // how far it is, the other learns when it is written down
    expect(['created', 'running']).toContain(seen.state)
    expect(seen.error).toBeUndefined()
    gate.open()
    await until(async () => (await stateOf(other, job)).state === 'stopped')
    expect(await stateOf(other, job)).toEqual(await stateOf(one, job))
    expect(await store.published.list('live', p('/o/s'))).toHaveLength(3)
  })

  it('U3 a job of one is stopped by the other, and its lease is given back', async () => {
    const job = await begun()
    await until(async () => (await stateOf(one, job)).state === 'running')
    expect((await ask(other, 'DELETE', job)).status).toBe(204)
    gate.open()
    await until(async () => (await stateOf(other, job)).state === 'stopped')
    expect(await stateOf(other, job)).toMatchObject({ cancelled: true })
    await until(async () => (await ask(other, 'DELETE', job)).status === 409)
    expect(await stateOf(one, job)).not.toHaveProperty('lease')
  })

  it('A1 what one changes in the settings counts for the other with its next request', async () => {
    const owner = { name: 'Ada', email: 'ada@example.com' }
    expect((await ask(one, 'PUT', '/app/workspace', { owner })).status).toBe(200)
    expect(await (await ask(other, 'GET', '/app/workspace')).json()).toMatchObject({ owner })
  })
})
