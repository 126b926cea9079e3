#!/usr/bin/env node
import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{init_define_HOOK_FILES}from"./chunks/chunk-EYPJWY2Z.mjs";init_define_HOOK_FILES();import module from"node:module";process.getBuiltinModule??=module.createRequire(import.meta.url);var argv=process.argv.slice(2);if(argv.length===1&&(argv[0]==="--version"||argv[0]==="-V"))process.stdout.write(`0.6.0
`);else{module.enableCompileCache?.();let{main}=await import("./chunks/command-table-3Q5CMSOR.mjs");main(argv)}
