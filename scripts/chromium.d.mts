export function chromiumBinary(): string | null
