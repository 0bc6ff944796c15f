export function electronBinary(): string | null
export function ensureElectron(): Promise<void>
