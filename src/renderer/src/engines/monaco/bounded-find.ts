import type * as MonacoEditor from 'monaco-editor/editor'
import { notifyFailure } from '../../workbench/toast'
import { isQuick } from './pattern-time'

type Monaco = typeof MonacoEditor
type TextModel = MonacoEditor.editor.ITextModel

/** What the find field of an editor shows; a part of the editor that has no type of its own. */
interface FindState {
  readonly searchString: string
  readonly searchScope: readonly object[] | null
  change(next: { searchScope: readonly object[] | null }, moveCursor: boolean): void
}

/** What is known of the last pattern that was looked for in a text. */
interface Tried {
  readonly pattern: string
  readonly matchCase: boolean
  readonly version: number
  readonly state: 'asked' | 'quick' | 'long'
}

/** Without repetition or choice a pattern goes over a text once. */
const isPlain = (pattern: string) => !/[*+?{|]/.test(pattern)

/**
 * A person's own pattern may need longer than anybody waits, over a line that a stranger wrote for it (E12).
 * So each is tried on another thread before the editor looks for it; until then, and if it takes too long, it
 * finds nothing.
 */
export function boundFind(monaco: Monaco): void {
  const tried = new WeakMap<TextModel, Tried>()

  function mayLook(model: TextModel, pattern: string, matchCase: boolean): boolean {
    if (isPlain(pattern)) return true
    const version = model.getVersionId()
    const known = tried.get(model)
    const isSame = known?.pattern === pattern && known.matchCase === matchCase
    if (known && isSame && known.version === version) return known.state === 'quick'
    void look(model, { pattern, matchCase, version, state: 'asked' }, !isSame)
    return false
  }

  async function look(model: TextModel, asked: Tried, isNew: boolean): Promise<void> {
    const { pattern, matchCase, version } = asked
    tried.set(model, asked)
    const quick = await isQuick({
      text: model.getValue(monaco.editor.EndOfLinePreference.LF),
      pattern,
      matchCase
    })
    if (tried.get(model) !== asked || model.isDisposed() || model.getVersionId() !== version) return
    tried.set(model, { ...asked, state: quick ? 'quick' : 'long' })
    if (quick) searchAgain(monaco, model, pattern, isNew)
    else
      notifyFailure(
        'The search was stopped',
        'This pattern can match this text in so many ways that the window would stand still. Use a simpler one: without a repetition in a repetition, and without “.*” where lines are very long.'
      )
  }

  monaco.editor.onDidCreateModel((model) => {
    const may = (pattern: string, matchCase: boolean) => mayLook(model, pattern, matchCase)
    model.findMatches = onlyIf(may, model.findMatches, () => [])
    model.findNextMatch = onlyIf(may, model.findNextMatch, () => null)
    model.findPreviousMatch = onlyIf(may, model.findPreviousMatch, () => null)
  })
}

/**
 * A search that begins with what is looked for, something, whether that is a pattern, and whether case
 * matters.
 */
function onlyIf<Search extends (...given: never[]) => unknown>(
  may: (pattern: string, matchCase: boolean) => boolean,
  search: Search,
  nothing: () => unknown
): Search {
  return new Proxy(search, {
    apply(target, model, given: readonly unknown[]): unknown {
      const [pattern, , isPattern, matchCase] = given
      if (isPattern === true && typeof pattern === 'string' && !may(pattern, matchCase === true))
        return nothing()
      return Reflect.apply(target, model, given)
    }
  })
}

/**
 * The editors that look for it do so once more.
 * @param moveCursor to the first match, as after typing the pattern
 */
function searchAgain(monaco: Monaco, model: TextModel, pattern: string, moveCursor: boolean): void {
  for (const one of monaco.editor.getEditors()) {
    const state =
      one.getModel() === model ? findStateOf(one.getContribution('editor.contrib.findController')) : null
    if (state?.searchString === pattern) state.change({ searchScope: state.searchScope }, moveCursor)
  }
}

function findStateOf(controller: object | null): FindState | null {
  const found: unknown =
    controller && 'getState' in controller && typeof controller.getState === 'function'
      ? Reflect.apply(controller.getState, controller, [])
      : null
  return isFindState(found) ? found : null
}

const isFindState = (value: unknown): value is FindState =>
  typeof value === 'object' &&
  value !== null &&
  'searchScope' in value &&
  'searchString' in value &&
  'change' in value
