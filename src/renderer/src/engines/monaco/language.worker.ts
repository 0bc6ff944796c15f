import { initialize } from 'monaco-editor/internal/common/initialize'
import { start } from 'monaco-editor/editor/editor.worker.start'
import { HTMLWorker } from 'monaco-editor/languages/features/html/htmlWorker'
import { JSONWorker } from 'monaco-editor/languages/features/json/jsonWorker'

/**
 * The worker of the code editor, of each language and of none: its name says which. The package has a program
 * for each, and most of every one of them is the same.
 */
self.onmessage = () => {
  if (self.name === 'html') initialize((context, data) => new HTMLWorker(context, data))
  else if (self.name === 'json') initialize((context, data) => new JSONWorker(context, data))
  else start(() => ({}))
}
