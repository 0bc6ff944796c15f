export interface Deb {
  folder: string
  control: Record<string, string>
  conffiles?: readonly string[]
  scripts?: Record<string, string>
  modes?: Record<string, number>
  compression?: 'zstd' | 'xz'
  out: string
  epoch: number
}
export function makeDeb(deb: Deb): void
