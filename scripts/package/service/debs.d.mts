interface ServiceDeb {
  out: string
  version: string
  maintainer: string
  epoch: number
}
export function makeCliDeb(deb: ServiceDeb): void
export function makeServiceDeb(deb: ServiceDeb): void
