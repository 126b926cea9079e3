import { wordSet } from '../../../text.js';

/** Types of Codex's records, 0.25 to 0.169, that are known; what else comes is said to be unknown. */
export const topTypes = wordSet(`
  session_meta response_item event_msg turn_context compacted world_state token_usage_record
  inter_agent_communication inter_agent_communication_metadata
`);

/** Of the model's own history; without an envelope before 0.32. */
export const itemTypes = wordSet(`
  message agent_message reasoning local_shell_call function_call function_call_output custom_tool_call
  custom_tool_call_output web_search_call tool_search_call tool_search_output image_generation_call compaction
  compaction_trigger compaction_summary context_compaction ghost_snapshot additional_tools other
`);

/** Events repeat what the history holds, so that most of them need no reading. */
export const eventTypes =
  /^(?:task_(?:started|complete)|turn_\w+|token_count|thread_\w+|user_message|user_warning|agent_\w+|item_(?:started|completed)|exec_\w+|patch_apply_\w+|mcp_\w+|web_search_\w+|image_generation_\w+|view_image_tool_call|context_compacted|(?:entered|exited)_review_mode|undo_\w+|plan_\w+|collab_\w+|sub_agent_activity|guardian_\w+|hook_\w+|error|warning|stream_error|background_event|shutdown_complete|session_\w+|deprecation_notice|raw_response_item|request_\w+|elicitation_\w+|apply_patch_\w+|dynamic_tool_\w+|realtime_\w+|model_\w+|reasoning_\w+|terminal_\w+|safety_\w+|skills_\w+|list_\w+|get_\w+|conversation_\w+)$/;

export const completedItems = wordSet(`
  UserMessage HookPrompt AgentMessage Plan Reasoning CommandExecution FileChange McpToolCall DynamicToolCall
  CollabAgentToolCall SubAgentActivity WebSearch ImageView ImageGeneration EnteredReviewMode ExitedReviewMode
  ContextCompaction Sleep
`);
