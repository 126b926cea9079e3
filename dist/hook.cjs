"use strict";var import_node_path=require("node:path"),name=process.argv[2]??"";if(/^[a-z]+(?:-[a-z]+)*$/.test(name))try{require((0,import_node_path.join)(__dirname,"hooks",`${name}.cjs`))}catch{}
