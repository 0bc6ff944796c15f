export interface Runtime {
  readonly dist: string
  readonly version: string
  readonly testOnly: boolean
  readonly sha256: string
}
export function chosenRuntime(choice: {
  readonly zip?: string
  readonly checksums?: Readonly<Record<string, string>>
  readonly version?: string
}): Promise<Runtime>
