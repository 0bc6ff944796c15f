/** What of the code editor's own workers it has no types for. */
declare module 'monaco-editor/internal/common/initialize' {
  export function initialize(make: (context: unknown, data: unknown) => object): void
}
declare module 'monaco-editor/editor/editor.worker.start' {
  export function start(make: (context: unknown) => object): void
}
declare module 'monaco-editor/languages/features/html/htmlWorker' {
  export class HTMLWorker {
    constructor(context: unknown, data: unknown)
  }
}
declare module 'monaco-editor/languages/features/json/jsonWorker' {
  export class JSONWorker {
    constructor(context: unknown, data: unknown)
  }
}
