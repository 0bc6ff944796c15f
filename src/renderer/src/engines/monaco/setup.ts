import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/css/register'
import 'monaco-editor/languages/definitions/html/register'
import 'monaco-editor/languages/definitions/javascript/register'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/xml/register'
import 'monaco-editor/languages/definitions/yaml/register'
import { htmlDefaults } from 'monaco-editor/languages/features/html/register'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import { boundFind } from './bounded-find'
import LanguageWorker from './language.worker?worker'
import { offerAddresses } from './links/completion'
import { showOwnMenu } from './own-menu'
import { followTheme } from './theme'

self.MonacoEnvironment = {
  getWorker: (_id: string, label: string) => new LanguageWorker({ name: label })
}

jsonDefaults.setDiagnosticsOptions({
  validate: true,
  allowComments: false,
  comments: 'error',
  trailingCommas: 'error',
  enableSchemaRequest: false,
  schemaRequest: 'ignore'
})
htmlDefaults.setOptions({
  format: {
    tabSize: 2,
    insertSpaces: true,
    wrapLineLength: 120,
    unformatted: 'wbr',
    contentUnformatted: 'pre,code,textarea',
    indentInnerHtml: true,
    preserveNewLines: true,
    maxPreserveNewLines: 1,
    indentHandlebars: false,
    endWithNewline: true,
    extraLiners: 'main,header,footer',
    wrapAttributes: 'auto'
  }
})
followTheme(monaco)
// also where the first text is that of a config, and no document's
offerAddresses(monaco)
boundFind(monaco)
showOwnMenu(monaco)
// The bundled editor: without this the React components would look for one on the network.
loader.config({ monaco })

export { monaco }
