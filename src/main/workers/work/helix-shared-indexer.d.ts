/** The package's own types know neither its deep module nor what it answers. */
declare module '@adobe/helix-shared-indexer' {
  export function indexResource(
    path: string,
    response: { readonly body: string; readonly headers: { get(name: string): string | null } },
    config: { readonly properties: readonly object[] },
    log: { warn(...said: unknown[]): void }
  ): Readonly<Record<string, unknown>>
}

declare module '@adobe/helix-shared-indexer/src/contains.js' {
  export function contains(
    index: { readonly include?: string[]; readonly exclude?: string[] },
    path: string
  ): boolean
}
