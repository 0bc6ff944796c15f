// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { isJsonObject, valueAt, type JsonObject } from '../../../../src/common/schema'
import {
  addDefinition,
  addField,
  isRequired,
  moveField,
  outline,
  removeField,
  renameField,
  withRequired
} from '../../../../src/renderer/src/features/schemas/builder-model'
import {
  keyTrouble,
  settingsOf,
  withFieldSettings
} from '../../../../src/renderer/src/features/schemas/field-settings'
import { offerJson } from '../forms/offer'

const parsed: unknown = JSON.parse(JSON.stringify(offerJson))
if (!isJsonObject(parsed)) throw new Error('The schema of the test is an object.')
const root: JsonObject = parsed
const keys = (schema: JsonObject) => Object.keys(Object(valueAt(schema, '/properties')))

describe('the schema builder', () => {
  it('F2 lists every field with its kind, those of list items and reusable parts below them', () => {
    const rows = outline(root).map(({ key, kind, depth }) => `${depth} ${key} ${kind}`)
    expect(rows).toContain('0 summary long-text')
    expect(rows).toContain('0 action reusable')
    expect(rows).toContain('1 amount number')
    expect(rows.at(-1)).toBe('1 target text')
  })

  it('F2 a field is added with a key that is free', () => {
    const once = addField(root, '', 'choice')
    const twice = addField(once.root, '', 'choice')
    expect(once.pointer).toBe('/properties/choice')
    expect(twice.pointer).toBe('/properties/choice-2')
    expect(keys(root)).not.toContain('choice')
  })

  it('F2 another key keeps place, settings and being required', () => {
    const next = renameField(root, '/properties/headline', 'title-line')
    expect(keys(next)[0]).toBe('title-line')
    expect(isRequired(next, '/properties/title-line')).toBe(true)
    expect(valueAt(next, '/required')).toEqual(['prices', 'title-line'])
    expect(renameField(root, '/properties/headline', 'summary')).toBe(root)
  })

  it('F2 references follow a reusable part that gets another name', () => {
    const next = renameField(root, '/$defs/action', 'call')
    expect(valueAt(next, '/properties/action/$ref')).toBe('#/$defs/call')
    expect(valueAt(next, '/$defs/call/title')).toBe('Call to action')
  })

  it('F2 fields move among their neighbours, and a removed field is required no longer', () => {
    expect(keys(moveField(root, '/properties/summary', -1)).slice(0, 2)).toEqual(['summary', 'headline'])
    expect(moveField(root, '/properties/headline', -1)).toBe(root)
    const next = removeField(root, '/properties/headline')
    expect(keys(next)).not.toContain('headline')
    expect(valueAt(next, '/required')).toEqual(['prices'])
    expect(valueAt(withRequired(next, '/properties/prices', false), '/required')).toBeUndefined()
  })

  it('F2 settings are written as keywords; keywords that the builder does not know stay', () => {
    const given = addField(root, '', 'text')
    const strange = withFieldSettings(
      {
        ...given.root,
        properties: { ...Object(valueAt(given.root, '/properties')), text: { type: 'string', 'x-ours': 1 } }
      },
      given.pointer,
      { key: 'code', title: 'Code', required: true, maxLength: 8, pattern: '', readOnly: false }
    )
    expect(strange.pointer).toBe('/properties/code')
    expect(valueAt(strange.root, '/properties/code')).toEqual({
      type: 'string',
      'x-ours': 1,
      title: 'Code',
      maxLength: 8
    })
    expect(settingsOf(strange.root, '/properties/code')).toMatchObject({ key: 'code', required: true })
  })

  it('F4 a reserved or malformed key is not written', () => {
    for (const key of ['metadata', '1st', 'a b', '']) {
      const next = withFieldSettings(root, '/properties/headline', { key, title: 'Headline', required: true })
      expect(next.pointer).toBe('/properties/headline')
      expect(keys(next.root)).toEqual(keys(root))
    }
  })

  it('F4 a key that cannot be used is explained', () => {
    const said = (key: string) => keyTrouble(root, '/properties/headline', { key })
    expect(said('Section-Metadata')).toMatch(/reserved.*still called “headline”/)
    expect(said('two words')).toMatch(/letters, digits, hyphens and underscores/)
    expect(said('prices')).toMatch(/already/)
    expect([said('headline'), said('other'), said('snake_case')]).toEqual([null, null, null])
  })

  it('F2 the first reusable part makes the place for them', () => {
    const { root: next, pointer } = addDefinition({ type: 'object', properties: {} })
    expect(pointer).toBe('/$defs/part')
    expect(valueAt(next, pointer)).toMatchObject({ type: 'object' })
  })

  it('F2 a field becomes another kind and keeps what both kinds have; a group keeps its fields as items of a list', () => {
    const change = (schema: JsonObject, pointer: string, kind: string) =>
      withFieldSettings(schema, pointer, { ...settingsOf(schema, pointer), kind }).root
    const long = change(root, '/properties/headline', 'Long text')
    expect(valueAt(long, '/properties/headline')).toEqual({
      type: 'string',
      title: 'Headline',
      'x-semantic-type': 'long-text',
      minLength: 5,
      maxLength: 40
    })
    expect(isRequired(long, '/properties/headline')).toBe(true)
    const list = change(root, '/$defs/action', 'List of groups')
    expect(valueAt(list, '/$defs/action/items/properties/label/title')).toBe('Label')
    expect(valueAt(change(list, '/$defs/action', 'Group'), '/$defs/action')).toEqual(
      valueAt(root, '/$defs/action')
    )
    expect(change(root, '/properties/action', 'Text')).toEqual(root)
  })

  it('F2 the settings of a list reach its items, and a choice stays one while it has no choices', () => {
    const pointer = '/properties/routes'
    const settings = { itemOptions: ['Lund', ''], itemMaxLength: 9, itemLong: true, minItems: 1 }
    const next = withFieldSettings(root, pointer, { ...settingsOf(root, pointer), ...settings }).root
    expect(valueAt(next, pointer)).toMatchObject({
      minItems: 1,
      items: { type: 'string', enum: ['Lund'], maxLength: 9, 'x-semantic-type': 'long-text' }
    })
    expect(settingsOf(next, pointer)).toMatchObject({ itemOptions: ['Lund'], itemLong: true })
    const back = withFieldSettings(next, pointer, settingsOf(root, pointer)).root
    expect(valueAt(back, `${pointer}/items`)).toEqual(valueAt(root, `${pointer}/items`))
    const empty = withFieldSettings(root, '/properties/status', {
      ...settingsOf(root, '/properties/status'),
      options: ['']
    }).root
    expect(valueAt(empty, '/properties/status/enum')).toEqual([])
  })

  it('F2 a list of a reusable part refers to it', () => {
    const { root: next, pointer } = addField(root, '', 'list-of-groups', 'action')
    expect(valueAt(next, `${pointer}/items`)).toEqual({ $ref: '#/$defs/action' })
    expect(pointer).toBe('/properties/action-2')
  })
})
