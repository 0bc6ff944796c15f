export { checkingJson, parseJson } from './parse'
