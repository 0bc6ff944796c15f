export { openLinks, type Links } from './links'
export { openLinksRoom } from './routes'
