export { linkFor, readLink, readLinkFile } from './link'
export { isLink, readStartArguments, type StartArguments } from './start-arguments'
