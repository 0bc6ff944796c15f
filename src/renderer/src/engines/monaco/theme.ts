import type * as Monaco from 'monaco-editor/editor'
import { THEME } from './options'

/** Gives Monaco the colours of Galley's tokens, now and whenever the colour scheme or contrast changes. */
export function followTheme(monaco: typeof Monaco): void {
  const contrast = matchMedia('(prefers-contrast: more)')
  const forced = matchMedia('(forced-colors: active)')
  const apply = () => {
    const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
    const strong = contrast.matches || forced.matches
    const base = strong ? (dark ? 'hc-black' : 'hc-light') : dark ? 'vs-dark' : 'vs'
    monaco.editor.defineTheme(THEME, {
      base,
      inherit: true,
      rules: rules(dark),
      colors: colors(strong)
    })
    monaco.editor.setTheme(THEME)
  }
  apply()
  contrast.addEventListener('change', apply)
  // Monaco changes to a theme of its own with the forced colours, and does not come back by itself: this
  // comes after it
  forced.addEventListener('change', () => setTimeout(apply))
  new MutationObserver(apply).observe(document.documentElement, {
    attributeFilter: ['data-mantine-color-scheme']
  })
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Monaco takes hex colours only; others are left to its base theme. */
function hex(pairs: Readonly<Record<string, string>>): Monaco.editor.IColors {
  const colors: Monaco.editor.IColors = {}
  for (const [key, value] of Object.entries(pairs)) {
    const long = value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
    if (/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(long)) colors[key] = long
  }
  return colors
}

function colors(highContrast: boolean): Monaco.editor.IColors {
  return hex({
    'editor.background': token('--bg-surface'),
    'editor.foreground': token('--ink'),
    'editorLineNumber.foreground': token('--ink-3'),
    // that of a last line without words, at two fifths of the others unless it is named
    'editorLineNumber.dimmedForeground': token('--ink-3'),
    'editorLineNumber.activeForeground': token('--ink-2'),
    'editorCursor.foreground': token('--accent'),
    'editorGutter.background': token('--bg-surface'),
    'editorIndentGuide.background1': token('--line'),
    'editorIndentGuide.activeBackground1': token('--line-strong'),
    'editorWidget.background': token('--bg-panel'),
    'editorWidget.border': token('--line-strong'),
    'editorHoverWidget.background': token('--bg-panel'),
    'editorHoverWidget.border': token('--line-strong'),
    'editorSuggestWidget.background': token('--bg-panel'),
    'editorSuggestWidget.border': token('--line-strong'),
    'editorSuggestWidget.selectedBackground': token('--bg-active'),
    'editorSuggestWidget.selectedForeground': token('--ink'),
    'editorError.foreground': token('--bad'),
    'editorWarning.foreground': token('--warn'),
    'input.background': token('--bg-field'),
    'input.foreground': token('--ink'),
    'input.border': token('--line-strong'),
    focusBorder: token('--accent'),
    'menu.background': token('--bg-panel'),
    'menu.foreground': token('--ink'),
    'menu.selectionBackground': token('--bg-active'),
    'menu.selectionForeground': token('--ink'),
    'widget.border': token('--line-strong'),
    'quickInput.background': token('--bg-panel'),
    'quickInputList.focusBackground': token('--bg-active'),
    'quickInputList.focusForeground': token('--ink'),
    'scrollbarSlider.background': `${token('--ink-3')}40`,
    'scrollbarSlider.hoverBackground': `${token('--ink-3')}66`,
    'scrollbarSlider.activeBackground': `${token('--ink-3')}80`,
    'diffEditor.border': token('--line'),
    'diffEditorGutter.insertedLineBackground': `${token('--add-bg')}`,
    'diffEditorGutter.removedLineBackground': `${token('--del-bg')}`,
    'diffEditor.unchangedRegionBackground': token('--bg-panel'),
    'diffEditor.unchangedRegionForeground': token('--ink-2'),
    ...(highContrast
      ? {}
      : {
          'editor.lineHighlightBackground': `${token('--bg-hover')}80`,
          'editor.lineHighlightBorder': '#00000000',
          'editor.selectionBackground': token('--bg-active'),
          'editor.wordHighlightBackground': token('--bg-active'),
          'editor.wordHighlightStrongBackground': token('--bg-active'),
          'editor.wordHighlightTextBackground': token('--bg-active'),
          'diffEditor.insertedLineBackground': `${token('--add-bg')}b0`,
          'diffEditor.removedLineBackground': `${token('--del-bg')}b0`,
          // not stronger: words in the same hue are read on it
          'diffEditor.insertedTextBackground': `${token('--add')}1c`,
          'diffEditor.removedTextBackground': `${token('--del')}1c`
        })
  })
}

/** Quiet syntax colours: names in the accent, values in the diff hues, the rest in ink. */
function rules(dark: boolean): Monaco.editor.ITokenThemeRule[] {
  const of = (light: string, night: string) => (dark ? night : light)
  const name = of('2f4ab8', '9db0ff')
  const value = of('0b6e75', '6fd6cf')
  const number = of('a1480f', 'f3a673')
  const quiet = of('6b7280', '8b93a1')
  return [
    { token: 'tag', foreground: name },
    { token: 'metatag', foreground: quiet },
    { token: 'attribute.name', foreground: of('6b3fa0', 'c7a6f7') },
    { token: 'attribute.value', foreground: value },
    { token: 'attribute.value.html', foreground: value },
    { token: 'string.html', foreground: value },
    { token: 'delimiter', foreground: quiet },
    { token: 'comment', foreground: quiet, fontStyle: 'italic' },
    { token: 'string.key.json', foreground: name },
    { token: 'type.yaml', foreground: name },
    { token: 'string.value.json', foreground: value },
    { token: 'number', foreground: number },
    { token: 'keyword.json', foreground: number },
    { token: 'string', foreground: value }
  ]
}
