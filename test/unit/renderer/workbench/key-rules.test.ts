import { afterEach, expect, it } from 'vitest'
import { choiceOfKey } from '../../../../src/renderer/src/features/sync/deciding/keyboard'
import { chooseKeys, forgetChosenKeys } from '../../../../src/renderer/src/workbench/commands/chosen-keys'
import { allCommands, registerCommands } from '../../../../src/renderer/src/workbench/commands/commands'
import {
  pressedKeys,
  refusalOfKeys,
  sameForm
} from '../../../../src/renderer/src/workbench/commands/key-rules'

afterEach(forgetChosenKeys)

it('E20 keys of writing, of the system and of the browser are refused in words', () => {
  expect(refusalOfKeys('mod+V')).toMatch(/for the text/)
  expect(refusalOfKeys('shift+K')).toMatch(/for writing and moving/)
  expect(refusalOfKeys('Enter')).toMatch(/for writing and moving/)
  expect(refusalOfKeys('alt+F4')).toMatch(/belongs to the system/)
  expect(refusalOfKeys('mod+T')).toMatch(/belongs to the browser/)
  for (const keys of ['F5', 'mod+J', 'mod+alt+shift+3']) expect(refusalOfKeys(keys), keys).toBeNull()
})

it('E20 what is pressed is written as commands write it', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect(pressedKeys({ ...none, key: 'Control', code: 'ControlLeft', ctrlKey: true })).toBeNull()
  expect(pressedKeys({ ...none, key: 'ß', code: 'KeyS', ctrlKey: true, altKey: true })).toBe('mod+alt+S')
  // other layouts: the letter on the key counts, also where there is none of ours on it
  expect(pressedKeys({ ...none, key: 'a', code: 'KeyQ', ctrlKey: true })).toBe('mod+A')
  expect(pressedKeys({ ...none, key: 'ф', code: 'KeyA', ctrlKey: true })).toBe('mod+A')
  expect(pressedKeys({ ...none, key: '&', code: 'Digit1', ctrlKey: true })).toBe('mod+1')
  expect(pressedKeys({ ...none, key: 'm', code: 'Semicolon', ctrlKey: true })).toBe('mod+M')
  expect(sameForm('shift+mod+p')).toBe(sameForm('mod+shift+P'))
})

it('E20 single letters mean the same on every keyboard', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false }
  expect(choiceOfKey({ ...none, key: 'm', code: 'KeyM' })).toBe('local')
  expect(choiceOfKey({ ...none, key: 'ь', code: 'KeyM' })).toBe('local')
  expect(choiceOfKey({ ...none, key: 'μ', code: 'KeyM' })).toBe('local')
  expect(choiceOfKey({ ...none, key: 'м', code: 'KeyV' })).toBeNull()
  expect(choiceOfKey({ ...none, key: 'ש', code: 'KeyA', ctrlKey: true })).toBeNull()
})

it('E20 chosen keys take the place of those that a command has by itself', () => {
  const stop = registerCommands([
    { id: 'a.one', title: 'One', group: 'View', shortcut: 'mod+1', also: ['F1'], run: () => {} },
    { id: 'a.two', title: 'Two', group: 'View', shortcut: 'mod+2', run: () => {} }
  ])
  const keys = () => allCommands().map(({ shortcut, also }) => [shortcut, also])
  chooseKeys({ 'a.one': '', 'a.two': 'F1' })
  expect(keys()).toEqual([
    [undefined, []],
    ['F1', undefined]
  ])
  chooseKeys({ 'a.one': null, 'a.two': null })
  expect(keys()).toEqual([
    ['mod+1', ['F1']],
    ['mod+2', undefined]
  ])
  stop()
})
