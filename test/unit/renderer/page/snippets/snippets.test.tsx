import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { beforeEach, describe, expect, it } from 'vitest'
import { readPage } from '../../../../../src/common/formats/page/read'
import { sourceOfChosen } from '../../../../../src/renderer/src/engines/page/parts/chosen-source'
import {
  removeSnippet,
  renameSnippet,
  saveSnippet,
  snippets
} from '../../../../../src/renderer/src/features/page/snippets/snippets'
import {
  ManageSnippets,
  SaveSnippet
} from '../../../../../src/renderer/src/features/page/snippets/SnippetForms'
import { renderInApp } from '../../render'
import { placeOf } from '../pages'

const cards = `<div class="cards  wide">\n <div><div>One</div></div></div>`
const html = `<body><main><div><p class=late >The <b>first</b>  ferry.</p><ul><li>item</li></ul>${cards}<p>Last</p></div><div><p>Other</p></div></main></body>`

function chosen(from: string, to: string, behind = 0): string | null {
  const reading = readPage(html)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  const selection = TextSelection.create(
    reading.page,
    placeOf(reading.page, from),
    placeOf(reading.page, to) + behind
  )
  return sourceOfChosen(EditorState.create({ doc: reading.page, selection }))
}

describe('snippets', () => {
  beforeEach(() => {
    for (const { id } of snippets()) removeSnippet(id)
  })

  it('VE22 what is chosen is a snippet as it is written: words of a line, or whole lines and blocks of a section', () => {
    expect(chosen('first', 'first', 3)).toBe('<p><b>fir</b></p>')
    expect(chosen('first', 'item', 2)).toBe(
      '<p class=late >The <b>first</b>  ferry.</p><ul><li>item</li></ul>'
    )
    expect(chosen('item', 'Last')).toBe(`<ul><li>item</li></ul>${cards}<p>Last</p>`)
    expect(chosen('Last', 'Other', 2)).toBe('<p>Last</p>')
    expect(chosen('Last', 'Last')).toBeNull()
    const reading = readPage(html)
    if ('refused' in reading) throw new Error(reading.refused.sentence)
    const at = reading.page.resolve(placeOf(reading.page, 'One')).before(2)
    const selection = NodeSelection.create(reading.page, at)
    expect(sourceOfChosen(EditorState.create({ doc: reading.page, selection }))).toBe(cards)
  })

  it('VE22 they are kept with the settings of the person, renamed, deleted and brought back; what cannot be kept says why', () => {
    expect(saveSnippet(' ', 'x')).toBe('Type a name.')
    expect(saveSnippet('Large', 'x'.repeat(60_000))).toMatch(/too large/)
    for (const name of ['A', 'B', 'C']) expect(saveSnippet(name, `<p>${name}</p>`)).toBeNull()
    const [, second] = snippets()
    if (!second) throw new Error('There is no second one.')
    renameSnippet(second.id, ' Letter ')
    renameSnippet(second.id, ' ')
    const back = removeSnippet(second.id)
    expect(snippets().map(({ name }) => name)).toEqual(['A', 'C'])
    back()
    expect(snippets().map(({ name }) => name)).toEqual(['A', 'Letter', 'C'])
    expect(JSON.parse(localStorage.getItem('galley.snippets') ?? '')).toEqual(snippets())
  })

  it('VE22 the forms ask for a name, and rename and delete', async () => {
    const done: (string | null)[] = []
    const { unmount } = renderInApp(<SaveSnippet source="<p>x</p>" onDone={(name) => done.push(name)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Type a name.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name'), 'Greeting{Enter}')
    expect(done).toEqual(['Greeting'])
    unmount()
    renderInApp(<ManageSnippets onClose={() => {}} />)
    const field = screen.getByLabelText('Name of Greeting')
    await userEvent.type(field, 's')
    await userEvent.tab()
    expect(snippets().map(({ name }) => name)).toEqual(['Greetings'])
    await userEvent.click(screen.getByRole('button', { name: 'Delete Greetings' }))
    expect(snippets()).toEqual([])
    expect(screen.getByText(/There are no snippets yet/)).toBeTruthy()
  })
})
