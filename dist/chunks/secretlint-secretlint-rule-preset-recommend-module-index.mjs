import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{creator,rules}from"./secretlint-secretlint-rule-preset-recommend-module-index-Cq-34xZU.mjs";import"./bundler.mjs";export{creator,rules};
