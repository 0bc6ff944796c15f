import type { Plugin } from 'vite'

/**
 * Parts of the code editor that nobody who writes pages has a use for, and whose keys Galley has taken away
 * (`engines/monaco/own-menu`): completions by a machine, what goes on about program text, a second palette,
 * and what people who build editors look at them with. The package takes them all in for their side effects;
 * said to have none, they stay out of the build unless something else needs a part of them.
 */
const unused = [
  'contrib/codelens',
  'contrib/floatingMenu',
  'contrib/gpu',
  'contrib/inlayHints',
  'contrib/inlineCompletions',
  'contrib/inlineProgress',
  'contrib/parameterHints',
  'contrib/rename',
  'contrib/semanticTokens',
  'contrib/codeAction',
  'contrib/gotoSymbol',
  'contrib/peekView',
  'standalone/browser/iPadShowKeyboard',
  'standalone/browser/inspectTokens',
  'standalone/browser/quickAccess/standaloneCommandsQuickAccess',
  'standalone/browser/quickAccess/standaloneGotoSymbolQuickAccess',
  'standalone/browser/quickAccess/standaloneHelpQuickAccess',
  'standalone/browser/referenceSearch',
  'standalone/browser/toggleHighContrast'
]

export const unusedEditorParts = new RegExp(`/monaco-editor/esm/vs/editor/(${unused.join('|')})[/.]`)

/** How the package begins a worker of a language where nobody says how. */
const fallback = /createWorker: \(\) => new Worker\(new URL\([^()]*\), \{[^{}]*\}\),/

/** Leaves the package's own workers of languages out: `engines/monaco/language.worker` is used for all. */
export function oneLanguageWorker(): Plugin {
  return {
    name: 'galley:one-language-worker',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/monaco-editor\/esm\/vs\/languages\/features\/(html|json)\/workerManager\.js$/.test(id))
        return null
      if (!fallback.test(code)) this.error('The code editor begins its workers in another way.')
      return { code: code.replace(fallback, ''), map: null }
    }
  }
}
