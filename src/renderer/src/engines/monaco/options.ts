import type * as Monaco from 'monaco-editor/editor'

export const THEME = 'galley'

/** In JSON what is typed stands in strings: what may stand there is offered there. */
export const jsonOptions = {
  quickSuggestions: { strings: true, other: true, comments: false }
} as const

/** What every code editor and comparison of Galley has in common. */
export const codeOptions: Monaco.editor.IStandaloneEditorConstructionOptions = {
  theme: THEME,
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace",
  fontSize: 13,
  lineHeight: 20,
  minimap: { enabled: false, showRegionSectionHeaders: false, showMarkSectionHeaders: false },
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  padding: { top: 8, bottom: 24 },
  renderLineHighlight: 'line',
  bracketPairColorization: { enabled: false },
  guides: { indentation: true },
  links: false,
  // what a program's source has, and a document does not: looked for in all of its text
  defaultColorDecorators: 'never',
  inlineSuggest: { enabled: false },
  fixedOverflowWidgets: true,
  stickyScroll: { enabled: false },
  unicodeHighlight: { ambiguousCharacters: false },
  wordBasedSuggestions: 'off',
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  overviewRulerBorder: false,
  lineNumbersMinChars: 4,
  accessibilitySupport: 'auto'
}
