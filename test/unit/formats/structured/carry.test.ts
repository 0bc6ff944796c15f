import { describe, expect, it } from 'vitest'
import { readSchema, type Schema } from '../../../../src/common/schema'
import { carryOver, leftBehind } from '../../../../src/common/formats/structured/carry'

const schemaOf = (properties: object): Schema => {
  const { schema } = readSchema(JSON.stringify({ type: 'object', properties }))
  if (!schema) throw new Error('no schema')
  return schema
}
const text = (title?: string) => ({ type: 'string', ...(title === undefined ? {} : { title }) })
const told = (before: object, after: object) =>
  leftBehind(schemaOf(before), schemaOf(after)).map(({ from, suggested }) => [from, suggested])

describe('values that a changed schema leaves behind', () => {
  it('F9 a renamed key is found by its title or its place, a moved one by its name', () => {
    expect(told({ price: text('Price') }, { cost: text('Price'), other: text() })).toEqual([
      ['/price', '/cost']
    ])
    expect(told({ a: text(), price: text() }, { a: text(), cost: text() })).toEqual([['/price', '/cost']])
    expect(
      told({ city: text() }, { address: { type: 'object', properties: { city: text(), zip: text() } } })
    ).toEqual([['/city', '/address/city']])
  })

  it('F9 what could be one of two is not guessed, and what is gone has no place', () => {
    expect(told({ a: text() }, { b: text(), c: text() })).toEqual([['/a', null]])
    expect(told({ a: text(), b: text() }, { b: text() })).toEqual([['/a', null]])
    expect(told({ a: text() }, { a: { type: 'number' } })).toEqual([])
  })

  it('F9 in items of a list values go to the same item; a value becomes a list of one and back', () => {
    const crew = (key: string) => ({
      crew: { type: 'array', items: { type: 'object', properties: { [key]: text() } } }
    })
    expect(told(crew('name'), crew('fullName'))).toEqual([['/crew/*/name', '/crew/*/fullName']])
    const carried = carryOver(
      { crew: [{ name: 'Ada' }, { name: 'Bo', fullName: 'Bo B.' }, {}] },
      [{ from: '/crew/*/name', to: '/crew/*/fullName' }],
      schemaOf(crew('fullName'))
    )
    expect(carried.data).toEqual({ crew: [{ fullName: 'Ada' }, { name: 'Bo', fullName: 'Bo B.' }, {}] })
    expect(carried.stayed).toEqual([{ from: '/crew/1/name', to: '/crew/1/fullName', why: 'taken' }])

    const list = { tags: { type: 'array', items: text() } }
    expect(told({ tags: text() }, list)).toEqual([['/tags', '/tags']])
    const same = [{ from: '/tags', to: '/tags' }]
    expect(carryOver({ tags: 'one' }, same, schemaOf(list)).data).toEqual({ tags: ['one'] })
    const back = (tags: string[]) => carryOver({ tags }, same, schemaOf({ tags: text() }))
    expect(back(['one']).data).toEqual({ tags: 'one' })
    expect(back(['one', 'two'])).toMatchObject({ data: { tags: ['one', 'two'] }, stayed: [{ why: 'unfit' }] })
  })

  it('F9 a value that is no number stays where it is when its new place takes numbers', () => {
    const after = schemaOf({ seats: { type: 'integer' } })
    const carry = [{ from: '/places', to: '/seats' }]
    expect(carryOver({ places: '12' }, carry, after).data).toEqual({ seats: 12 })
    expect(carryOver({ places: 'twelve' }, carry, after)).toMatchObject({
      data: { places: 'twelve' },
      stayed: [{ from: '/places', why: 'unfit' }]
    })
  })
})
