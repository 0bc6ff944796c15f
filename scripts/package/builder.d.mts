export const builderFolder: string
export function ensureBuilder(): Promise<void>
