// Tells what a command line runs.
export { type ShellCall, shellCallsIn } from './shell/past-calls.js';
export { type ShellWord, type SimpleCommand, simpleCommands } from './shell/simple-commands.js';
export { innerCommands, joinedFolder, listedBy } from './shell/wrappers.js';
