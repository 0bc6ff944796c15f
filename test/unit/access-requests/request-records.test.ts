import { expect, it } from 'vitest'
import { openRequestRecords } from '../../../src/main/access-requests/request-records'
import { openMemoryStore } from '../../support/memory-store'

const DAY = 24 * 60 * 60 * 1000
const accessRequest = (email: string, path: string) => ({
  path,
  action: 'read' as const,
  text: '',
  by: { email }
})

function opened() {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const store = openMemoryStore()
  return { clock, store, records: openRequestRecords(store, () => clock.now) }
}

it('A13 a request is gone after 30 days, and so is what was answered', async () => {
  const { clock, store, records } = opened()
  await records.ask(accessRequest('a@example.com', '/o/s/a.html'))
  const answered = await records.ask(accessRequest('a@example.com', '/o/s/b.html'))
  clock.now += DAY
  await records.answer(answered.id, 'read', () => Promise.resolve())
  clock.now += 29 * DAY
  expect((await records.all()).length).toBe(2)
  clock.now += 1
  expect((await records.all()).map(({ path }) => path)).toEqual(['/o/s/b.html'])
  clock.now += DAY
  expect(await records.all()).toEqual([])
  expect((await store.records('access-requests', (value) => value).list()).records).toEqual([])
})

it('A13 who was refused may ask again after a day', async () => {
  const { clock, records } = opened()
  const first = await records.ask(accessRequest('a@example.com', '/o/s/a.html'))
  await records.answer(first.id, 'refuse', () => Promise.resolve())
  clock.now += DAY - 1
  expect(await records.ask(accessRequest('A@example.com', '/o/s/a.html'))).toMatchObject({ answer: 'refuse' })
  clock.now += 1
  expect(await records.ask(accessRequest('A@example.com', '/o/s/a.html'))).not.toHaveProperty('answer')
  expect((await records.all()).length).toBe(1)
})

it('A13 10,000 requests of 1,000 people leave the 1,000 that there is room for, and what was answered makes room', async () => {
  const { clock, store, records } = opened()
  const before = store.records<object>('access-requests', (value) => Object(value))
  for (let at = 1; at < 1000; at++) {
    const id = `w-${at}`
    await before.put(id, {
      ...accessRequest(`p${at % 100}@example.com`, `/o/s/${at}.html`),
      id,
      at: clock.now
    })
  }
  clock.now += 1
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10_000 }, (_, at) =>
      records.ask(accessRequest(`q${at % 1000}@example.com`, `/o/s/${at}.html`))
    )
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  const refused = outcomes.find((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ reason: 'too-many' })
  const [oldest] = await records.all()
  await records.answer(oldest?.id ?? '', 'refuse', () => Promise.resolve())
  await records.ask(accessRequest('late@example.com', '/o/s/a.html'))
  expect((await records.all()).length).toBe(1000)
  await expect(records.ask(accessRequest('later@example.com', '/o/s/a.html'))).rejects.toMatchObject({
    reason: 'too-many'
  })
})

it('A13 what could not be given stays open', async () => {
  const { records } = opened()
  const { id } = await records.ask(accessRequest('a@example.com', '/o/s/a.html'))
  await expect(records.answer(id, 'read', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await records.all()).toMatchObject([{ id }])
  expect(await records.answer(id, 'read', () => Promise.resolve())).toMatchObject({ answer: 'read' })
  await expect(records.answer(id, 'write', () => Promise.resolve())).rejects.toMatchObject({
    reason: 'not-found'
  })
})

it('A13 what is no request, in a workspace that a stranger made, is left out', async () => {
  const { store, clock, records } = opened()
  const before = store.records<object>('access-requests', (value) => Object(value))
  const sound = { ...accessRequest('a@example.com', '/o/s/a.html'), id: 'sound', at: clock.now }
  await before.put('sound', sound)
  await before.put('another', sound)
  await before.put('way-out', { ...sound, id: 'way-out', path: '/o/../x.html' })
  await before.put('odd', { ...sound, id: 'odd', action: 'own' })
  expect(await records.all()).toEqual([sound])
})
