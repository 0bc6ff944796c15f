import { afterEach, describe, expect, it } from 'vitest'
import {
  askForFocus,
  awaitDocument,
  intendFocus,
  openToLook
} from '../../../../src/renderer/src/workbench/focus-intent'
import { awaitField } from '../../../../src/renderer/src/workbench/typing-ahead'

const add = (html: string): HTMLElement => {
  document.body.insertAdjacentHTML('beforeend', html)
  const added = document.body.lastElementChild
  if (!(added instanceof HTMLElement)) throw new Error('nothing was added')
  return added
}
const press = (key: string, on: Element = document.body, init: KeyboardEventInit = {}) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

afterEach(() => {
  document.body.replaceChildren()
})

describe('the focus of a document that is opened', () => {
  it('E3 goes to the editor when the person waits for it, however it was opened', () => {
    expect(intendFocus().take()).toBe('')
    const row = add('<div role="treeitem" tabindex="0">index</div>')
    row.focus()
    const intent = intendFocus()
    row.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    press('Shift')
    press('Enter', row, { repeat: true })
    expect(intent.take()).toBe('')
    expect(intent.take()).toBe(null)
  })

  it('E3 stays in the tree after a click, so that Delete means the file, and goes to the editor after a double click', async () => {
    const tree = add('<div role="tree" tabindex="0"></div>')
    tree.focus()
    const looked: (string | null)[] = []
    openToLook(() => looked.push(intendFocus().take()))
    expect(looked).toEqual([null])
    expect(askForFocus(), 'the editor is there and asks no more').toBe(false)
    openToLook(() => {
      const intent = intendFocus()
      expect(askForFocus()).toBe(true)
      looked.push(intent.take())
    })
    expect(looked).toEqual([null, ''])
    await new Promise((resolve) => setTimeout(resolve))
    expect(intendFocus().take(), 'what is opened by key afterwards').toBe('')
  })

  it('E3 stays in a field that was chosen meanwhile, so that no word lands in the wrong document', () => {
    const intent = intendFocus()
    add('<input aria-label="Label">').focus()
    expect(intent.take()).toBe(null)
  })

  it('E3 stays in the palette that was opened again while the editor was loading', () => {
    const first = add('<div role="dialog"><input aria-label="Search"></div>')
    first.querySelector('input')?.focus()
    const intent = intendFocus()
    first.remove()
    press('k', document.body, { ctrlKey: true })
    add('<div role="dialog"><input aria-label="Search"></div>').querySelector('input')?.focus()
    expect(intent.take()).toBe(null)
  })

  it('E3 leaves the palette that the document was chosen in, also while that is still closing', () => {
    const palette = add('<div role="dialog"><input aria-label="Search"></div>')
    palette.querySelector('input')?.focus()
    expect(intendFocus().take()).toBe('')
  })

  it('E3 is never taken from a dialog that opens by itself', () => {
    const intent = intendFocus()
    add('<div role="alertdialog"><button>Stay here</button></div>')
    expect(intent.take()).toBe(null)
  })

  it('E3 comes with the letters that were typed while the editor was loading, in their order', () => {
    const palette = add('<div role="dialog"><input aria-label="Search"></div>')
    const search = palette.querySelector('input')
    search?.focus()
    const intent = intendFocus()
    if (search) press('S', search, { shiftKey: true })
    palette.remove()
    add('<input aria-hidden="true" tabindex="-1">').focus()
    for (const key of ['o', ' ', 'é']) press(key, document.activeElement ?? document.body)
    expect(intent.take()).toBe('So é')
  })

  it('E3 comes with what was typed from the moment that its name was taken, also before it was made', () => {
    const name = add('<input aria-label="Name">')
    name.focus()
    awaitDocument()
    for (const key of ['Shift', 'O', 'x', 'Backspace', 'n']) press(key, name)
    name.remove()
    const intent = intendFocus()
    for (const key of ['e', 'Enter', '!']) press(key)
    expect(intent.take()).toBe('One\n!')
    expect(intendFocus().take(), 'the next document').toBe('')
  })

  it('E15 what is typed while the dialog of its name closes is in the new document, not where the dialog was opened', async () => {
    const tree = add('<div role="tree" tabindex="0"></div>')
    tree.focus()
    awaitField()
    const waiting = document.activeElement
    const dialog = add('<div role="dialog"><input aria-label="Name"></div>')
    const name = dialog.querySelector('input')
    if (!name || !(waiting instanceof HTMLElement)) throw new Error('no field')
    name.focus()
    await Promise.resolve()
    awaitDocument()
    press('O', name)
    const intent = intendFocus()
    dialog.remove()
    waiting.focus()
    press('n', document.activeElement ?? tree)
    expect(intent.take()).toBe('On')
  })

  it('E3 what was typed for a document that was not made, or after somebody went elsewhere, is in no other one', () => {
    const name = add('<input aria-label="Name">')
    name.focus()
    const leave = awaitDocument()
    press('a', name)
    leave()
    expect(press('b', name), 'the field has its keys again').toBe(true)
    expect(intendFocus().take()).toBe('')
    awaitDocument()
    press('c', name)
    add('<button>Trash</button>').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    expect(intendFocus().take()).toBe('')
    awaitDocument()
    openToLook(() => expect(intendFocus().take()).toBe(null))
  })

  it('E3 letters for the tree or another field are not taken from there', () => {
    const row = add('<div role="treeitem" tabindex="0">index</div>')
    row.focus()
    const intent = intendFocus()
    press('p', row)
    expect(intent.take()).toBe(null)
  })

  it('E3 is not taken from someone who goes on by keyboard or mouse', () => {
    const byKey = intendFocus()
    press('ArrowDown')
    expect(byKey.take()).toBe(null)
    const byMouse = intendFocus()
    add('<button>Trash</button>').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    expect(byMouse.take()).toBe(null)
  })
})
